import { fstatSync, writeSync } from 'node:fs'
import type { LogStream } from './options.ts'

/** How many bytes may wait for whoever reads the log. */
const WAITING_BYTES_MAX = 1024 * 1024

/**
 * Where log lines go. A line that cannot be written, because a disk is full or nobody reads the other end of a pipe, is
 * dropped and counted: the service does not wait for its log.
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
    // Node's streams keep what is not read, however much it is.
    const { writableLength = 0 } = stream as { readonly writableLength?: number }
    if (writableLength > WAITING_BYTES_MAX) this.#droppedLines++
    else stream.write(line)
  }
}

/** Whether writing waits for nobody: true of files, and of devices other than terminals. */
function isFile(fd: number): boolean {
  const stats = fstatSync(fd)
  return stats.isFile() || (stats.isCharacterDevice() && !process.stderr.isTTY)
}

/** Node's own stream for files closes at its first error; a full disk may have room again. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

function stderr(): LogStream {
  // Without a listener the process would end when the other end of a pipe is closed.
  if (process.stderr.listenerCount('error', ignore) === 0) process.stderr.on('error', ignore)
  return process.stderr
}

function ignore(): void {}
