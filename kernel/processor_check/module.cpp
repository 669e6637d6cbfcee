// The Python module `_processor`, which is asked before a kernel is loaded. It is compiled for
// every processor, and so without nanobind and the kernel.
#include <Python.h>

#include "processor.hpp"

namespace {

PyObject *levels(PyObject *, PyObject *) {
#if defined(ODDTRICK_V3)
    if (oddtrick::runs_v3()) return Py_BuildValue("(ss)", "baseline", "v3");
#endif
    return Py_BuildValue("(s)", "baseline");
}

PyMethodDef functions[] = {
    {"levels", levels, METH_NOARGS, "The kernels that run here, the plainest first."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_processor",
    "Which kernels this processor runs.",
    0,
    functions,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__processor() {
    return PyModuleDef_Init(&definition);
}
