/* A fast way from Python into a compiled function: a few hundred nanoseconds a call.

   door(run, sizes of the inputs' rows, shape of the result, entries of the pivots or 0) returns a
   callable.  Called with float64 arrays (size,) or (N, size), C-contiguous, all alike, and perhaps
   an array for the result, it returns the result.  With anything else, and where a pivot is not
   safely positive, it returns None: then the caller takes the careful way, which converts,
   broadcasts and explains.

   bound(run, states, addresses of the inputs, addresses of the outputs, which output holds pivots,
   and how many or 0) returns a callable without arguments, for buffers that the caller keeps alive.
   It returns whether all pivots are safely positive. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST = 8 };

typedef void (*Run)(int64_t states, const double *const *in, double *const *out);

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    Run run;
    int inputs, rank;
    npy_intp sizes[MOST], shape[MOST], pivots;
} Door;

static int pivots_positive(const double *d, npy_intp states, npy_intp n)
{
    double least = d[0], largest = d[0];
    for (npy_intp k = 1; k < states * n; k++) {
        least = d[k] < least ? d[k] : least;
        largest = d[k] > largest ? d[k] : largest;
    }
    return least > (double)n * 2.220446049250313e-16 * largest;
}

/* Memory fresh from the system is in the caches once the system has cleared it.  Kernels write past
   the caches what is large together, so fresh results are computed in slices that are not.  Smaller
   ones get memory from malloc that has been used before.  Pivots are only looked at: a few states'
   at a time. */
enum { FRESH = 32 << 20, SLICE = 4 << 20, PIVOTS = 1 << 13 };

static npy_intp slice(const Door *door, npy_intp states, npy_intp size, int fresh)
{
    const npy_intp row = size * (npy_intp)sizeof(double);
    npy_intp rows = states;
    if (fresh && states * row > FRESH && row <= SLICE)
        rows = SLICE / row;
    if (door->pivots && rows > PIVOTS / door->pivots)
        rows = door->pivots < PIVOTS ? PIVOTS / door->pivots : 1;
    return rows;
}

/* Return 1 if all is well, 0 if a pivot is not safely positive, -1 if there is no memory. */
static int run_slices(const Door *door, npy_intp states, const double **in, double *result, int fresh)
{
    npy_intp size = 1;
    for (int k = 0; k < door->rank; k++)
        size *= door->shape[k];
    const npy_intp step = slice(door, states, size, fresh);
    double few[64], *out[2] = {result, few};
    if (step * door->pivots > 64)
        out[1] = PyMem_RawMalloc((size_t)(step * door->pivots) * sizeof(double));
    if (out[1] == NULL)
        return -1;
    int sound = 1;
    for (npy_intp done = 0; done < states && sound; done += step) {
        const npy_intp rows = states - done < step ? states - done : step;
        door->run(rows, in, out);
        sound = !door->pivots || pivots_positive(out[1], rows, door->pivots);
        for (int k = 0; k < door->inputs; k++)
            in[k] += rows * door->sizes[k];
        out[0] += rows * size;
    }
    if (out[1] != few)
        PyMem_RawFree(out[1]);
    return sound;
}

static int apart(PyArrayObject *a, PyArrayObject *b)
{
    const char *start_a = PyArray_BYTES(a), *start_b = PyArray_BYTES(b);
    return start_a + PyArray_NBYTES(a) <= start_b || start_b + PyArray_NBYTES(b) <= start_a;
}

static PyObject *door_call(PyObject *self, PyObject *const *args, size_t flags, PyObject *names)
{
    const Door *door = (const Door *)self;
    const Py_ssize_t given = PyVectorcall_NARGS(flags);
    const double *in[MOST];
    npy_intp shape[MOST + 1], states = 1;
    int batched = 0;
    if (given < door->inputs || given > door->inputs + 1 || names != NULL)
        Py_RETURN_NONE;
    for (int k = 0; k < given; k++) {
        PyArrayObject *a = (PyArrayObject *)args[k];
        if (!PyArray_CheckExact(args[k]) || PyArray_TYPE(a) != NPY_DOUBLE || !PyArray_ISCARRAY_RO(a))
            Py_RETURN_NONE;
        if (k == door->inputs)
            break;
        const int rank = PyArray_NDIM(a);
        if (k == 0) {
            batched = rank == 2;
            states = batched ? PyArray_DIM(a, 0) : 1;
        }
        if (rank != 1 + batched || PyArray_DIM(a, rank - 1) != door->sizes[k]
            || (batched && PyArray_DIM(a, 0) != states))
            Py_RETURN_NONE;
        in[k] = (const double *)PyArray_DATA(a);
    }
    if (states == 0)
        Py_RETURN_NONE;
    shape[0] = states;
    for (int k = 0; k < door->rank; k++)
        shape[batched + k] = door->shape[k];
    PyArrayObject *result;
    if (given > door->inputs) {
        result = (PyArrayObject *)args[door->inputs];
        if (PyArray_NDIM(result) != batched + door->rank || !PyArray_ISWRITEABLE(result)
            || !PyArray_CompareLists(PyArray_DIMS(result), shape, batched + door->rank))
            Py_RETURN_NONE;
        for (int k = 0; k < door->inputs; k++)
            if (!apart(result, (PyArrayObject *)args[k]))
                Py_RETURN_NONE;
        Py_INCREF(result);
    } else {
        result = (PyArrayObject *)PyArray_SimpleNew(batched + door->rank, shape, NPY_DOUBLE);
        if (result == NULL)
            return NULL;
    }
    const int fresh = given == door->inputs;
    int sound;
    if (states < 32) {
        sound = run_slices(door, states, in, PyArray_DATA(result), fresh);
    } else {
        Py_BEGIN_ALLOW_THREADS
        sound = run_slices(door, states, in, PyArray_DATA(result), fresh);
        Py_END_ALLOW_THREADS
    }
    if (sound == 1)
        return (PyObject *)result;
    Py_DECREF(result);
    if (sound < 0)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyTypeObject DoorType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "linkwise.doorway.Door",
    .tp_basicsize = sizeof(Door),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(Door, call),
    .tp_call = PyVectorcall_Call,
    .tp_doc = "A compiled function's entry.",
};

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    Run run;
    int64_t states;
    Py_ssize_t where, pivots;
    const double *in[MOST];
    double *out[MOST];
} Bound;

static PyObject *bound_call(PyObject *self, PyObject *const *args, size_t flags, PyObject *names)
{
    const Bound *bound = (const Bound *)self;
    (void)args;
    if (PyVectorcall_NARGS(flags) != 0 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "a bound function takes no arguments");
        return NULL;
    }
    if (bound->states < 32) {
        bound->run(bound->states, bound->in, bound->out);
    } else {
        Py_BEGIN_ALLOW_THREADS
        bound->run(bound->states, bound->in, bound->out);
        Py_END_ALLOW_THREADS
    }
    return PyBool_FromLong(!bound->pivots
                           || pivots_positive(bound->out[bound->where], bound->states, bound->pivots));
}

static PyTypeObject BoundType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "linkwise.doorway.Bound",
    .tp_basicsize = sizeof(Bound),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(Bound, call),
    .tp_call = PyVectorcall_Call,
    .tp_doc = "A compiled function on buffers.",
};

static int read_sizes(PyObject *tuple, npy_intp *sizes, int *count)
{
    *count = (int)PyTuple_GET_SIZE(tuple);
    if (*count > MOST) {
        PyErr_SetString(PyExc_ValueError, "too many inputs or axes");
        return -1;
    }
    for (int k = 0; k < *count; k++) {
        sizes[k] = PyLong_AsSsize_t(PyTuple_GET_ITEM(tuple, k));
        if (sizes[k] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

static PyObject *door_new(PyObject *module, PyObject *args)
{
    unsigned long long address;
    PyObject *sizes, *shape;
    Py_ssize_t pivots;
    (void)module;
    if (!PyArg_ParseTuple(args, "KO!O!n", &address, &PyTuple_Type, &sizes, &PyTuple_Type, &shape, &pivots))
        return NULL;
    Door *door = PyObject_New(Door, &DoorType);
    if (door == NULL)
        return NULL;
    door->call = door_call;
    door->run = (Run)(uintptr_t)address;
    door->pivots = pivots;
    if (read_sizes(sizes, door->sizes, &door->inputs) || read_sizes(shape, door->shape, &door->rank)) {
        Py_DECREF(door);
        return NULL;
    }
    return (PyObject *)door;
}

static PyObject *bound_new(PyObject *module, PyObject *args)
{
    unsigned long long address;
    long long states;
    Py_ssize_t where, pivots;
    PyObject *in, *out;
    npy_intp addresses[2][MOST];
    int inputs, outputs;
    (void)module;
    if (!PyArg_ParseTuple(args, "KLO!O!nn", &address, &states, &PyTuple_Type, &in, &PyTuple_Type, &out, &where,
                          &pivots)
        || read_sizes(in, addresses[0], &inputs) || read_sizes(out, addresses[1], &outputs))
        return NULL;
    Bound *bound = PyObject_New(Bound, &BoundType);
    if (bound == NULL)
        return NULL;
    bound->call = bound_call;
    bound->run = (Run)(uintptr_t)address;
    bound->states = states;
    bound->where = where;
    bound->pivots = pivots;
    for (int k = 0; k < inputs; k++)
        bound->in[k] = (const double *)addresses[0][k];
    for (int k = 0; k < outputs; k++)
        bound->out[k] = (double *)addresses[1][k];
    return (PyObject *)bound;
}

static PyMethodDef functions[] = {
    {"bound", bound_new, METH_VARARGS, "Return a compiled function on buffers."},
    {"door", door_new, METH_VARARGS, "Return the entry of a compiled function."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "linkwise_doorway", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_linkwise_doorway(void)
{
    import_array();
    if (PyType_Ready(&DoorType) < 0 || PyType_Ready(&BoundType) < 0)
        return NULL;
    PyObject *made = PyModule_Create(&module);
#ifdef Py_GIL_DISABLED
    if (made != NULL)
        PyUnstable_Module_SetGIL(made, Py_MOD_GIL_NOT_USED);
#endif
    return made;
}
