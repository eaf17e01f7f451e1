/** A contract, or something in it that has a body. */
interface Definition {
  /** with which it begins */
  readonly keyword: string
  readonly name: string
  /** in bytes */
  readonly start: number
  readonly end: number
}

/** What a place of a source is in. */
export interface Enclosing {
  /** null for free functions */
  readonly contract: string | null
  readonly function: string | null
  /** whether it is where the function begins, which stands for all of it */
  readonly isStart: boolean
  /** whether the function is a modifier */
  readonly isModifier: boolean
}

/** A comment, a text, a name or a mark of Solidity; what it is not interested in is skipped. */
const TOKEN =
  /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|[{}();]/g

const CONTRACTS: ReadonlySet<string> = new Set(['contract', 'library', 'interface'])

/** Whether a name follows; otherwise the word itself is the name. */
const FUNCTIONS: ReadonlyMap<string, boolean> = new Map([
  ['function', true],
  ['modifier', true],
  ['constructor', false],
  ['receive', false],
  ['fallback', false],
])

/** The text of a source, whose offsets are counted in bytes, as Solidity counts them. */
export class SourceText {
  /** a character for each byte */
  readonly #text: string
  #definitions: readonly Definition[] | undefined

  constructor(text: string) {
    this.#text = Buffer.from(text).toString('latin1')
  }

  /** The line of a place, from 1. */
  lineAt(offset: number): number {
    let line = 1
    for (let at = this.#text.indexOf('\n'); at !== -1 && at < offset; line++) {
      at = this.#text.indexOf('\n', at + 1)
    }
    return line
  }

  /** The contract and the function that a place is in. */
  enclosing(offset: number): Enclosing {
    this.#definitions ??= [...findDefinitions(this.#text)]
    const around = this.#definitions.filter(({ start, end }) => start <= offset && offset < end)
    const found = around.find(({ keyword }) => FUNCTIONS.has(keyword))
    return {
      contract: around.find(({ keyword }) => CONTRACTS.has(keyword))?.name ?? null,
      function: found?.name ?? null,
      isStart: found?.start === offset,
      isModifier: found?.keyword === 'modifier',
    }
  }
}

/** Reads no more of the language than where bodies begin and end. */
function* findDefinitions(text: string): Generator<Definition> {
  /** the definition of each open brace; undefined for one that has none */
  const open: (Omit<Definition, 'end'> | undefined)[] = []
  let next: Omit<Definition, 'end'> | undefined
  let parentheses = 0
  /** the word before, if a name follows it */
  let word: Omit<Definition, 'name' | 'end'> | undefined
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(') parentheses++
    if (token === ')') parentheses--
    if (parentheses > 0) {
      // `function (` of old compilers is the fallback function.
      if (word?.keyword === 'function' && token === '(') next = { ...word, name: 'fallback' }
      word = undefined
    } else if (word !== undefined && /^[A-Za-z_$]/.test(token)) {
      next = { ...word, name: token }
      word = undefined
    } else if (token === '{') {
      open.push(next)
      next = undefined
    } else if (token === '}') {
      const definition = open.pop()
      if (definition !== undefined) yield { ...definition, end: index + 1 }
    } else if (token === ';') next = undefined
    else if (!open.some((each) => each !== undefined && FUNCTIONS.has(each.keyword))) {
      // Assembly has functions of its own, which are part of theirs.
      if (CONTRACTS.has(token) || FUNCTIONS.get(token)) word = { keyword: token, start: index }
      else if (FUNCTIONS.has(token)) next ??= { keyword: token, start: index, name: token }
    }
  }
}
