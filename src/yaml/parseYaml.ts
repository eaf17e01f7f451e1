import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
  type LineCounter,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  YAMLParseError,
} from 'yaml'
import { yieldEvery } from '../primitives/yieldToEventLoop.ts'

/** The YAML is well-formed, but exceeds a limit. */
export class YamlBoundsError extends Error {
  /** the index in the text; undefined if the error is about the whole */
  readonly offset: number | undefined

  constructor(problem: string, offset?: number) {
    super(problem)
    this.offset = offset
  }
}

/** A step of a scenario has about ten lexemes, and one that sets many faults some hundreds. */
const LEXEMES_MAX = 1_000_000

/** For each alias the parser walks through the document, so ten thousand of them take seconds. */
const ALIASES_MAX = 1000

/** Each key of a map is compared with all others. */
const KEYS_MAX = 1000

/** Near the end of its stack V8 does not throw when it compiles a regular expression: it aborts the process. */
const DEPTH_MAX = 100

/** How many lexemes are parsed before the event loop continues: that takes some milliseconds. */
const PAUSE_EVERY = 2000

type Options = ParseOptions &
  DocumentOptions &
  SchemaOptions & { readonly lineCounter: LineCounter }

/**
 * Parses YAML like `parseDocument`, but yields to the event loop, and refuses documents that would take minutes.
 *
 * @param signal aborts the parsing with its reason
 * @returns the first document, with an error in it if there is another
 * @throws {YamlBoundsError}
 */
export async function parseYaml(
  text: string,
  options: Options,
  signal?: AbortSignal,
): Promise<Document> {
  const tokens = await parseTokens(text, options.lineCounter, signal)
  requireBounds(tokens)
  // This part cannot be interrupted: with a million lexemes it takes about a second.
  const [first, second] = new Composer(options).compose(tokens, true, text.length)
  const document = first as Document
  if (second !== undefined) {
    const [start, end] = second.range
    document.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'another document'))
  }
  return document
}

async function parseTokens(
  text: string,
  lineCounter: LineCounter,
  signal: AbortSignal | undefined,
): Promise<CST.Token[]> {
  const parser = new Parser(lineCounter.addNewLine)
  const pause = yieldEvery(PAUSE_EVERY, signal)
  const tokens: CST.Token[] = []
  let lexemes = 0
  lineCounter.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > LEXEMES_MAX)
      throw new YamlBoundsError(`it has more than ${LEXEMES_MAX} words and signs`)
    for (const token of parser.next(lexeme)) tokens.push(token)
    await pause()
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

function requireBounds(tokens: readonly CST.Token[]): void {
  let aliases = 0
  let level: readonly (CST.Token | null | undefined)[] = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) {
      const offset = level.find((token) => token)?.offset
      throw new YamlBoundsError('it is nested too deeply', offset)
    }
    aliases += level.filter((token) => token?.type === 'alias').length
    if (aliases > ALIASES_MAX) throw new YamlBoundsError(`it has more than ${ALIASES_MAX} aliases`)
    level = level.flatMap(partsOf)
  }
}

/** The tokens nested directly in a token. */
function partsOf(token: CST.Token | null | undefined): (CST.Token | null | undefined)[] {
  if (token?.type === 'document') return [token.value]
  if (token === null || token === undefined || !('items' in token)) return []
  if (isMap(token) && token.items.length > KEYS_MAX) {
    throw new YamlBoundsError(`this map has more than ${KEYS_MAX} keys`, token.offset)
  }
  return token.items.flatMap(({ key, value }) => [key, value])
}

function isMap(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  return (
    token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{')
  )
}
