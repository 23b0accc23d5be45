/* What no function of the stable ABI can be faster than: loops that make the objects of a result, and next to nothing else.
   `python benchmarks/run.py --floor` builds and times it beside urllib and percent_simd, on clean values. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <string.h>

/* The str of clean bytes: quote and quote_from_bytes. */
static PyObject *text(PyObject *self, PyObject *bytes) {
    (void)self;
    return PyUnicode_FromStringAndSize(PyBytes_AsString(bytes), PyBytes_Size(bytes));
}

/* The next name and value of a query in which each field has both, and nothing is escaped; no memory is no result. */
static int next_pair(PyObject *query, const char **at, const char *end, PyObject **name, PyObject **value) {
    Py_ssize_t length = end - *at;
    const char *start = *at, *stop = memchr(start, '&', length);
    if (stop == NULL) stop = end;
    const char *equals = memchr(start, '=', stop - start);
    Py_ssize_t from = PyUnicode_GetLength(query) - length, names = equals - start;
    *name = PyUnicode_Substring(query, from, from + names);
    *value = PyUnicode_Substring(query, from + names + 1, from + (stop - start));
    *at = stop + 1;
    return *name != NULL && *value != NULL;
}

/* The list of pairs: parse_qsl. */
static PyObject *pairs(PyObject *self, PyObject *query) {
    Py_ssize_t length, count = 1, index = 0;
    const char *at = PyUnicode_AsUTF8AndSize(query, &length), *end = at + length;
    for (const char *place = at; (place = memchr(place, '&', end - place)) != NULL; place++) count++;
    PyObject *list = PyList_New(count), *name, *value;
    (void)self;
    while (index < count && next_pair(query, &at, end, &name, &value)) {
        PyList_SetItem(list, index++, PyTuple_Pack(2, name, value));
        Py_DecRef(name);
        Py_DecRef(value);
    }
    return list;
}

/* The dict of lists: parse_qs. */
static PyObject *lists(PyObject *self, PyObject *query) {
    Py_ssize_t length;
    const char *at = PyUnicode_AsUTF8AndSize(query, &length), *end = at + length;
    PyObject *dict = PyDict_New(), *name, *value;
    (void)self;
    while (at < end && next_pair(query, &at, end, &name, &value)) {
        PyObject *values = PyDict_GetItemWithError(dict, name);
        if (values != NULL) {
            PyList_Append(values, value);
            Py_DecRef(value);
        } else {
            values = PyList_New(1);
            PyList_SetItem(values, 0, value);
            PyDict_SetItem(dict, name, values);
            Py_DecRef(values);
        }
        Py_DecRef(name);
    }
    return dict;
}

static PyMethodDef methods[] = {
    {"text", text, METH_O, NULL},
    {"pairs", pairs, METH_O, NULL},
    {"lists", lists, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "floor", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_floor(void);
PyMODINIT_FUNC PyInit_floor(void) { return PyModule_Create(&module); }
