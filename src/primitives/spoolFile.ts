import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs'

const PRIVATE = 0o600

/** In bytes: how much is read at once. */
const READ_BYTES = 256 * 1024

/** A file in which one process keeps what does not fit into its memory. */
export class SpoolWriter {
  readonly #file: number

  /** @throws if the file exists, or cannot be created */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', PRIVATE)
  }

  /** @returns how many bytes the text takes */
  write(text: string): number {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    return bytes.length
  }

  close(): void {
    closeSync(this.#file)
  }
}

/**
 * Reads a part of such a file.
 *
 * @param start of its first byte
 * @param length in bytes, at least 1
 * @throws if the file is gone, or shorter than it was
 */
export async function* readSpool(
  path: string,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const end = start + length - 1
  let left = length
  for await (const chunk of createReadStream(path, { start, end, highWaterMark: READ_BYTES })) {
    left -= chunk.length
    yield chunk
  }
  if (left > 0) throw new Error(`a file in the temporary folder has lost ${left} bytes`)
}

/** Removes such a file, if it exists. */
export function removeSpool(path: string): void {
  rmSync(path, { force: true })
}
