// Instances of the kernel's WebAssembly modules, with the functions that they import.

/** Return value of a WASI function that is not there. The modules call none of them unless they abort. */
const WASI_NOT_SUPPORTED = 58;

/**
 * The functions that a module imports.
 * @param {() => WebAssembly.Memory} memory
 * @returns {WebAssembly.Imports}
 */
function importsFor(memory) {
  const refuse = (/** @type {number} */ at, /** @type {number} */ length) => {
    throw new Error(new TextDecoder().decode(new Uint8Array(memory().buffer, at, length)));
  };
  const wasi = new Proxy({}, { get: () => () => WASI_NOT_SUPPORTED });
  return { page: { refuse }, wasi_snapshot_preview1: wasi };
}

/**
 * Compiles, instantiates and initializes a module.
 * @template {{ memory: WebAssembly.Memory, _initialize: () => void }} Exports
 * @param {Response | Promise<Response>} source
 * @returns {Promise<Exports>}
 */
export async function instantiate(source) {
  const { instance } = await WebAssembly.instantiateStreaming(source, importsFor(() => exports.memory));
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  exports._initialize();
  return exports;
}
