const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const SPACE = 0x20

const NOTHING = Buffer.alloc(0)

/** In bytes: the least that is reserved for an incomplete message. */
const KEPT_MIN = 1024

/**
 * Splits a stream into its JSON objects and lists, whether or not there are line breaks between them: some clients of IPC
 * send none. What is neither an object nor a list is a message up to the end of its line.
 */
export class JsonSplitter {
  /** has the beginning of an incomplete message, and room for more */
  #kept = NOTHING
  #keptBytes = 0
  #depth = 0
  #isText = false
  #isEscaped = false
  /** whether the message is no JSON object or list */
  #isLine = false

  /** In bytes: the beginning of an incomplete message. */
  get keptBytes(): number {
    return this.#keptBytes
  }

  /** In bytes: what that takes. */
  get memory(): number {
    return this.#kept.length
  }

  /** @returns the messages that end in this chunk, as views of it where they also begin there */
  push(chunk: Buffer): Buffer[] {
    const messages: Buffer[] = []
    let start = this.#keptBytes > 0 ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (start === -1) {
        if (byte <= SPACE) continue
        start = at
        this.#isLine = !opens(byte)
      }
      if (!this.#ends(byte)) continue
      messages.push(this.#take(chunk.subarray(start, at + 1)))
      start = -1
    }
    if (start !== -1) this.#keep(chunk.subarray(start))
    return messages
  }

  /** What is left at the end of the stream: an incomplete message; undefined if there is nothing. */
  end(): Buffer | undefined {
    return this.#keptBytes === 0 ? undefined : this.#take(NOTHING)
  }

  /** Whether a message ends with this byte. */
  #ends(byte: number): boolean {
    if (this.#isLine) return byte === NEWLINE
    if (this.#isText) {
      // No JSON text has one: what follows is another message.
      if (byte === NEWLINE) return true
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isText = false
      return false
    }
    if (byte === QUOTE) this.#isText = true
    else if (opens(byte)) this.#depth++
    else if (closes(byte)) this.#depth--
    return this.#depth === 0
  }

  #keep(part: Buffer): void {
    const length = this.#keptBytes + part.length
    if (length > this.#kept.length) {
      // Twice as much each time, so that what arrives byte by byte is copied a few times only.
      const larger = Buffer.allocUnsafe(Math.max(KEPT_MIN, length, 2 * this.#kept.length))
      this.#kept.copy(larger, 0, 0, this.#keptBytes)
      this.#kept = larger
    }
    part.copy(this.#kept, this.#keptBytes)
    this.#keptBytes = length
  }

  #take(last: Buffer): Buffer {
    const begun = this.#kept.subarray(0, this.#keptBytes)
    const message = begun.length === 0 ? last : Buffer.concat([begun, last])
    this.#kept = NOTHING
    this.#keptBytes = 0
    this.#depth = 0
    this.#isText = false
    this.#isEscaped = false
    return message
  }
}

/** Whether a byte is `{` or `[`. */
function opens(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b
}

/** Whether a byte is `}` or `]`. */
function closes(byte: number): boolean {
  return byte === 0x7d || byte === 0x5d
}
