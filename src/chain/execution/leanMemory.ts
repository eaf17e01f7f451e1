/** In bytes: the memory at first, in which most calls that only read find room. */
const FIRST_BYTES = 512

/** In bytes: how much more than needed is allocated at most. */
const SPARE_BYTES = 8192

/** Memory of code. That of the stock EVM begins with 8 KB, which take longer to allocate than many calls to run. */
export class LeanMemory {
  _store: Uint8Array<ArrayBuffer>
  /** the same bytes */
  #buffer: Buffer

  constructor() {
    // A part of a larger buffer that Node keeps for this: one of its own would take several times as long.
    this.#buffer = Buffer.allocUnsafe(FIRST_BYTES).fill(0)
    const { buffer, byteOffset } = this.#buffer
    this._store = new Uint8Array(buffer as ArrayBuffer, byteOffset, FIRST_BYTES)
  }

  /** Makes room for `size` bytes from `offset` on. */
  extend(offset: number, size: number): void {
    const { length } = this._store
    if (size === 0 || offset + size <= length) return
    const needed = Math.ceil((offset + size) / 32) * 32
    const grown = new Uint8Array(Math.max(needed, length + Math.min(length, SPARE_BYTES)))
    grown.set(this._store)
    this._store = grown
    this.#buffer = Buffer.from(grown.buffer)
  }

  write(offset: number, size: number, value: Uint8Array): void {
    if (size === 0) return
    if (value.length !== size) throw new Error('the value has another size')
    this.extend(offset, size)
    this._store.set(value, offset)
  }

  /** @param isView whether the bytes may change with the memory, because they are only read at once */
  read(offset: number, size: number, isView?: boolean): Uint8Array<ArrayBuffer> {
    this.extend(offset, size)
    const end = offset + size
    return isView === true ? this._store.subarray(offset, end) : this._store.slice(offset, end)
  }

  /** Writes 32 bytes. */
  writeWord(offset: number, value: bigint): void {
    this.extend(offset, 32)
    this.#buffer.write(value.toString(16).padStart(64, '0'), offset, 'hex')
  }

  /** Reads 32 bytes. */
  readWord(offset: number): bigint {
    this.extend(offset, 32)
    return BigInt(`0x${this.#buffer.toString('hex', offset, offset + 32)}`)
  }
}
