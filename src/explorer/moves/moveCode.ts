import { curlOf, javaScriptOf } from '../views/snippets.ts'
import type { MoveDescription } from './moveCatalog.ts'

/** A move with its arguments, as they are sent. */
export interface MadeMove {
  readonly move: Pick<MoveDescription, 'name' | 'params' | 'steps'>
  /** null for an argument that is left out */
  readonly args: readonly unknown[]
}

/** A number of up to 32 bytes is a bigint in code. */
const QUANTITY = '^0x[0-9a-fA-F]{1,64}$'

/** The move in TypeScript, with an endpoint of `serve` or of a test runner. */
export function typeScriptOf({ move, args }: MadeMove): string {
  const values = args.map((arg, index) => {
    if (arg === null || arg === undefined) return 'undefined'
    const isBig = move.params[index]?.schema.pattern === QUANTITY
    return javaScriptOf(isBig ? BigInt(arg as string) : arg)
  })
  while (values.at(-1) === 'undefined') values.pop()
  return `await endpoint.${move.name}(${values.join(', ')})`
}

/**
 * The move as a request to the control address, or to the endpoint itself.
 *
 * @param url of either
 * @param needsToken whether the request has to present a token, which is not written out
 */
export function controlCallOf({ move, args }: MadeMove, url: string, needsToken: boolean): string {
  const params = [...args]
  while (params.length > 0 && (params.at(-1) ?? undefined) === undefined) params.pop()
  const call = { method: `ommer_${move.name}`, params: params.map((each) => each ?? null) }
  return curlOf(call, url, needsToken ? ['Authorization: Bearer TOKEN'] : [])
}

/** The move as a step of a scenario; undefined if no step does the same. */
export function stepOf({ move, args }: MadeMove): string | undefined {
  const step = stepContent(move, args)
  return step === undefined ? undefined : `- ${step[0]}: ${yamlOf(step[1])}`
}

function stepContent(
  { steps, params }: MadeMove['move'],
  args: readonly unknown[],
): readonly [name: string, value: unknown] | undefined {
  const isOmitted = (args[0] ?? null) === null
  const step = steps.find(
    ({ omitted, takes }) => takes === 'name' || !isOmitted || omitted !== undefined,
  )
  if (step === undefined) return undefined
  const { name, omitted, takes } = step
  if (takes === 'name') return [name, 'before']
  const values = [isOmitted ? omitted : args[0], ...args.slice(1)]
  const given = params.flatMap((each, index) =>
    (values[index] ?? null) === null ? [] : [[each.name, values[index]] as const],
  )
  if (takes === 'firstArgument' || given.length === 1) return [name, values[0]]
  const members = given.map(([member, value]) => (isObject(value) ? value : { [member]: value }))
  return [name, Object.assign({}, ...members)]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value in one line of YAML. */
function yamlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlOf).join(', ')}]`
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${isPlain(name) ? name : JSON.stringify(name)}: ${yamlOf(each)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Whether a text is the same text in YAML without quotes: not one that YAML reads as a boolean, null or a number. */
function isPlain(text: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
}
