import { fstatSync, writeSync } from 'node:fs'
import type { LogStream } from './options.ts'

/** How many bytes of the log may wait for its reader. */
const UNREAD_BYTES_MAX = 1024 * 1024

/**
 * Writes log lines. A line that cannot be written, because the disk is full or the pipe is not read, is dropped and
 * counted: the server does not wait for its log.
 */
export class LogDestination {
  readonly #stream: LogStream | undefined
  #droppedLines = 0

  /** @param stream undefined for stderr */
  constructor(stream: LogStream | undefined) {
    this.#stream = stream
  }

  get droppedLines(): number {
    return this.#droppedLines
  }

  /** @param line ends with a line feed */
  write(line: string): void {
    try {
      if (this.#stream !== undefined) this.#writeTo(this.#stream, line)
      else if (isFile(2)) writeWhole(2, line)
      else this.#writeTo(stderr(), line)
    } catch {
      this.#droppedLines++
    }
  }

  #writeTo(stream: LogStream, line: string): void {
    // A stream of Node would queue any amount of unread lines.
    const { writableLength = 0 } = stream as { readonly writableLength?: number }
    if (writableLength > UNREAD_BYTES_MAX) this.#droppedLines++
    else stream.write(line)
  }
}

/** Whether writing never blocks: true of files, and of devices other than terminals. */
function isFile(fd: number): boolean {
  const stats = fstatSync(fd)
  return stats.isFile() || (stats.isCharacterDevice() && !process.stderr.isTTY)
}

/** Node's stream for files closes at its first error, but a full disk may have space again later. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

function stderr(): LogStream {
  // Without an error listener, the process would exit when the reader closes the pipe.
  if (process.stderr.listenerCount('error', ignore) === 0) process.stderr.on('error', ignore)
  return process.stderr
}

function ignore(): void {}
