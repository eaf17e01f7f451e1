/** A contract, or something in it that has a body. */
interface Definition {
  readonly kind: 'contract' | 'function'
  readonly name: string
  /** in bytes */
  readonly start: number
  readonly end: number
}

/** What a place of a source is in. */
export interface Enclosing {
  /** undefined for free functions */
  readonly contract: string | undefined
  readonly function: string | undefined
  /** whether it is the function itself, and nothing in it */
  readonly isFunction: boolean
  readonly isModifier: boolean
}

/** A comment, a text, a name or a mark of Solidity; what it is not interested in is skipped. */
const TOKEN =
  /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*|[{}();]/g

const CONTRACTS: ReadonlySet<string> = new Set(['contract', 'library', 'interface'])

/** They name what follows, or have a name of their own. */
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
    const found = around.find(({ kind }) => kind === 'function')
    return {
      contract: around.find(({ kind }) => kind === 'contract')?.name,
      function: found?.name,
      isFunction: found?.start === offset,
      isModifier: found !== undefined && this.#text.startsWith('modifier', found.start),
    }
  }
}

/** Reads no more of the language than where bodies begin and end. */
function* findDefinitions(text: string): Generator<Definition> {
  /** the definition of each open brace; undefined for one that has none */
  const open: (Omit<Definition, 'end'> | undefined)[] = []
  let next: Omit<Definition, 'end'> | undefined
  let parentheses = 0
  /** the word before, if it wants a name */
  let keyword: { readonly kind: Definition['kind']; readonly start: number } | undefined
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(') parentheses++
    if (token === ')') parentheses--
    if (parentheses > 0) {
      // `function (` of old compilers is the fallback function.
      if (keyword?.kind === 'function' && token === '(') next = { ...keyword, name: 'fallback' }
      keyword = undefined
    } else if (keyword !== undefined && /^[A-Za-z_$]/.test(token)) {
      next = { ...keyword, name: token }
      keyword = undefined
    } else if (token === '{') {
      open.push(next)
      next = undefined
    } else if (token === '}') {
      const definition = open.pop()
      if (definition !== undefined) yield { ...definition, end: index + 1 }
    } else if (token === ';') next = undefined
    else if (!open.some((each) => each?.kind === 'function')) {
      // Assembly has functions of its own, which are part of theirs.
      const isNamed = FUNCTIONS.get(token)
      if (CONTRACTS.has(token)) keyword = { kind: 'contract', start: index }
      else if (isNamed === true) keyword = { kind: 'function', start: index }
      else if (isNamed === false) next ??= { kind: 'function', start: index, name: token }
    }
  }
}
