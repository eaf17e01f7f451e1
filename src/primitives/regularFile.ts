import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { GrowingBytes } from './growingBytes.ts'

/** A path is not that of a regular file, or the file is too large. */
export class RefusedFileError extends Error {}

/** In bytes: how much of a file is read at once. */
export const PIECE_BYTES = 1 << 20

/** Without O_NONBLOCK, opening a pipe blocks until a writer opens it, and no signal can abort that. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * Opens a regular file for reading. Pipes and devices are refused: reading them may block or never end.
 *
 * @throws {RefusedFileError} if it is not a regular file
 * @throws {NodeJS.ErrnoException} if it cannot be opened
 */
export async function openRegularFile(
  path: string | URL,
): Promise<{ readonly file: FileHandle; readonly size: number }> {
  const file = await open(path, FLAGS)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) {
      throw new RefusedFileError(
        stats.isDirectory() ? 'it is a folder' : 'it is not a regular file',
      )
    }
    return { file, size: stats.size }
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Reads a regular file in pieces.
 *
 * @param signal aborts the reading, with its reason
 * @throws as {@link openRegularFile}
 */
export async function* readPieces(
  path: string | URL,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const { file } = await openRegularFile(path)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(PIECE_BYTES))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/**
 * Reads a whole regular file.
 *
 * @param bytesMax the maximum size
 * @throws {RefusedFileError} if it is larger
 * @throws as {@link openRegularFile}
 */
export async function readRegularFile(
  path: string | URL,
  bytesMax: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { file, size } = await openRegularFile(path)
  try {
    if (size > bytesMax) throw tooLarge(bytesMax)
    return await readAll(file, size, bytesMax, signal)
  } finally {
    await file.close()
  }
}

async function readAll(
  file: FileHandle,
  size: number,
  bytesMax: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  // Virtual files such as those in /proc report a size of 0.
  if (size === 0) return readUntilEnd(file, bytesMax, signal)
  const buffer = Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    signal?.throwIfAborted()
    const pieceLength = Math.min(PIECE_BYTES, size - length)
    const { bytesRead } = await file.read(buffer, length, pieceLength)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

async function readUntilEnd(
  file: FileHandle,
  bytesMax: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const read = new GrowingBytes()
  const piece = Buffer.allocUnsafeSlow(1 << 16)
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(piece)
    if (bytesRead === 0) return Buffer.from(read.bytes)
    read.add(piece.subarray(0, bytesRead))
    if (read.length > bytesMax) throw tooLarge(bytesMax)
  }
}

function tooLarge(bytesMax: number): RefusedFileError {
  return new RefusedFileError(`it has more than ${bytesMax} bytes`)
}
