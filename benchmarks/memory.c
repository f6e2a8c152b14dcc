/* a = b + c * d over arrays that no cache holds: three reads and a write, as inverse dynamics has. */
#include <stdint.h>

void triad(int64_t n, double *restrict a, const double *restrict b, const double *restrict c,
           const double *restrict d)
{
    for (int64_t i = 0; i < n; i++)
        a[i] = b[i] + c[i] * d[i];
}
