/** What is wrong with a text that should be JSON. */
export interface JsonProblem {
  /** the index in the text */
  readonly offset: number
  readonly problem: string
}

const space = /[ \t\n\r]*/y
// Control characters, quotes and backslashes must be escaped.
const plain = /[ !#-[\]-\uffff]*/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** What may follow, in the words of the error. */
const VALUE = 'a value'
const NAME = 'a name in double quotes'
const COLON = 'a colon'
const END = 'the end of the file'

/**
 * Finds the first place at which a text is not JSON (RFC 8259). Unlike the errors of `JSON.parse`, which differ between
 * versions of Node, it always has a location.
 *
 * @returns undefined if the text is JSON
 */
export function jsonProblem(text: string): JsonProblem | undefined {
  return new Scanner(text).problem()
}

class Scanner {
  readonly #text: string
  #at = 0
  /** whether the text ends, or is wrong, inside a string */
  #isInString = false
  /** the sign that closes each open object and list, the outermost first */
  readonly #open: ('}' | ']')[] = []

  constructor(text: string) {
    this.#text = text
  }

  problem(): JsonProblem | undefined {
    for (let wanted = VALUE; ; ) {
      this.#skip(space)
      const next = this.#take(wanted)
      if (next === undefined) return this.#problem(wanted)
      if (next === END && this.#isAtEnd()) return undefined
      wanted = next
    }
  }

  /** Reads what is wanted. Returns what is wanted next, or undefined if something else follows. */
  #take(wanted: string): string | undefined {
    const close = this.#open.at(-1)
    switch (wanted) {
      case VALUE:
      case `${VALUE} or ]`:
        if (this.#skip('{')) return this.#begin('}', `${NAME} or }`)
        if (this.#skip('[')) return this.#begin(']', `${VALUE} or ]`)
        if (wanted !== VALUE && this.#skip(']')) return this.#end()
        return this.#skipString() || this.#skip(scalar) ? this.#afterValue() : undefined
      case NAME:
      case `${NAME} or }`:
        if (wanted !== NAME && this.#skip('}')) return this.#end()
        return this.#skipString() ? COLON : undefined
      case COLON:
        return this.#skip(':') ? VALUE : undefined
      case END:
        return this.#isAtEnd() ? END : undefined
      default:
        if (this.#skip(',')) return close === '}' ? NAME : VALUE
        return close !== undefined && this.#skip(close) ? this.#end() : undefined
    }
  }

  #begin(close: '}' | ']', next: string): string {
    this.#open.push(close)
    return next
  }

  #end(): string {
    this.#open.pop()
    return this.#afterValue()
  }

  #afterValue(): string {
    const close = this.#open.at(-1)
    return close === undefined ? END : `a comma or ${close}`
  }

  #skip(pattern: RegExp | string): boolean {
    if (typeof pattern === 'string') {
      if (!this.#text.startsWith(pattern, this.#at)) return false
      this.#at += pattern.length
      return true
    }
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  /** Not one regular expression, which would need a stack for long strings. */
  #skipString(): boolean {
    if (!this.#skip('"')) return false
    do this.#skip(plain)
    while (this.#skip(escaped))
    this.#isInString = !this.#skip('"')
    return !this.#isInString
  }

  #isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  #problem(wanted: string): JsonProblem {
    const found = this.#isAtEnd() ? 'the file ends' : `${this.#quoted()} is not JSON`
    const right = this.#isInString ? 'the rest of a string' : wanted
    return { offset: this.#at, problem: `${found} here: want ${right}` }
  }

  /** The word or the sign that follows. */
  #quoted(): string {
    const word = /[\w.$-]{1,20}|\/[/*]|[\s\S]/uy
    word.lastIndex = this.#at
    return JSON.stringify(word.exec(this.#text)?.[0])
  }
}
