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
  { name, steps, params }: MadeMove['move'],
  args: readonly unknown[],
): readonly [name: string, value: unknown] | undefined {
  const [first = null, second = null] = args
  const isNothing = first === null
  switch (name) {
    case 'mine':
      return ['mine', second === null ? (first ?? 1) : { count: first ?? 1, ...Object(second) }]
    case 'setLag':
      return isNothing ? undefined : ['lag', first]
    case 'setFaults':
      return isNothing ? ['clearFaults', true] : ['setFaults', first]
    case 'setBlockTimestampInterval':
      return isNothing ? ['removeBlockTimestampInterval', true] : [name, first]
    case 'snapshot':
      return ['snapshot', 'before']
    case 'revert':
      return ['revert', 'before']
    case 'dropAllTransactions':
      return [name, first ?? true]
    default: {
      const step = steps.includes(name) ? name : steps[0]
      if (step === undefined || isNothing) return undefined
      const given = params.flatMap((each, index) =>
        (args[index] ?? null) === null ? [] : [[each.name, args[index]] as const],
      )
      return [step, given.length === 1 ? first : Object.fromEntries(given)]
    }
  }
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
