/* What no computation on large arrays can beat. */
#include <stdint.h>

/* a = b + c * d over arrays that no cache holds: three reads and a write, as inverse dynamics has */
void triad(int64_t n, double *restrict a, const double *restrict b, const double *restrict c,
           const double *restrict d)
{
    for (int64_t i = 0; i < n; i++)
        a[i] = b[i] + c[i] * d[i];
}

/* writing alone, past the caches where the processor can */
void fill(int64_t n, double *a)
{
#ifdef __SSE2__
    typedef double pair __attribute__((vector_size(16)));
    for (int64_t i = 0; i < n; i += 2)
#ifdef __clang__
        __builtin_nontemporal_store((pair){1, 1}, (pair *)(a + i));
#else
        __builtin_ia32_movntpd(a + i, (pair){1, 1});
#endif
    __builtin_ia32_sfence();
#else
    for (int64_t i = 0; i < n; i++)
        a[i] = 1;
#endif
}
