import { type FinalityRule, finalityProblem } from '../endpoint/finality.ts'
import { BLOCKS_MAX, type MineOptions, type ReorgOptions } from '../endpoint/moves.ts'
import { FaultError } from '../faults/faultError.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import {
  mismatch,
  object,
  oneOf,
  oneOrMore,
  optional,
  type Reader,
  requireObject,
  text,
  wholeNumber,
} from '../faults/readers.ts'
import type { Hex } from '../primitives/hex.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import { methodNames, subscriptionMethods } from '../rpc/methods/registry.ts'
import type { LagOptions } from '../server/endpointOptions.ts'
import type { CallCondition, PlayableStep, StepActions, StepName } from './step.ts'

const blockCount = wholeNumber(1)
/** of those that may have to be made */
const newBlockCount = wholeNumber(1, BLOCKS_MAX)
const height = wholeNumber(0)

/** A unit behind the number makes a text of it. */
function seconds(least: number): Reader<number> {
  const read = wholeNumber(least)
  return (value, path) => {
    if (typeof value !== 'string') return read(value, path)
    throw new FaultError(path, 'want a number of seconds without quotes or unit, such as 60')
  }
}

export const finalityRule: Reader<FinalityRule> = (value, path) => {
  if (typeof value === 'string') return oneOf('stalled', 'absent')(value, path)
  const rule = object({ safe: height, finalized: height })(value, path)
  const problem = finalityProblem(rule)
  if (problem !== undefined) throw new FaultError(`${path}.finalized`, problem)
  return rule
}

export const lagOptions: Reader<LagOptions> = object<LagOptions>({ behind: text, blocks: height })

/** Rules stay as they were written: the endpoint reads them once more. */
export const faultRules: Reader<readonly FaultRule[]> = (value, path) => {
  try {
    readFaults(value)
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const place = error.path.replace(/^faults/, path)
    throw new FaultError(place, error.message.slice(error.path.length + 2))
  }
  return value as readonly FaultRule[]
}

const mine: Reader<StepActions['mine']> = (value, path) => {
  if (typeof value !== 'object') return newBlockCount(value, path)
  const fields = {
    count: newBlockCount,
    secondsBetween: optional(seconds(1)),
    timestamp: optional(seconds(1)),
  }
  return object<{ readonly count: number } & MineOptions>(fields)(value, path)
}

const target: Reader<number | Hex> = (value, path) => {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)) return value as Hex
  if (Number.isSafeInteger(value)) return height(value, path)
  throw new FaultError(path, 'want the number of a block, or in quotes its hash, in lower case')
}

const boolean: Reader<boolean> = oneOf(true, false)

const onlyTrue: Reader<true> = (value, path) => {
  if (value === true) return true
  throw mismatch(value, path, 'true')
}

/** Those whose calls name no block. */
const blockless: ReadonlySet<string> = new Set([
  ...['eth_chainId', 'net_version', 'web3_clientVersion', 'rpc.discover'],
  ...['eth_blockNumber', 'eth_syncing', ...subscriptionMethods.all.keys()],
])

const awaitedBlock: Reader<number | 'head'> = (value, path) => {
  if (value === 'head') return value
  if (typeof value !== 'string') return height(value, path)
  throw new FaultError(path, `'${value.slice(0, 40)}' is neither the number of a block nor head`)
}

const condition = object<CallCondition>({
  method: optional(oneOrMore(oneOf(...methodNames))),
  block: optional(awaitedBlock),
  calls: optional(wholeNumber(1)),
})

/** What would never come is refused: answers of methods that there are not, and about blocks of those that name none. */
const waitFor: Reader<CallCondition> = (value, path) => {
  const read = condition(value, path)
  const { method, block } = read
  if (method === undefined || block === undefined) return read
  const methods = typeof method === 'string' ? [method] : method
  if (methods.some((name) => !blockless.has(name))) return read
  throw new FaultError(`${path}.block`, `${methods.join(', ')}: no call of it is about a block`)
}

/** How each action is read. */
const actions: { readonly [Name in StepName]: Reader<StepActions[Name]> } = {
  waitFor,
  mine,
  advanceTo: target,
  reorg: object<ReorgOptions>({
    depth: blockCount,
    length: optional(newBlockCount),
    force: optional(boolean),
  }),
  rollback: blockCount,
  snapshot: text,
  revert: text,
  increaseTime: seconds(1),
  setNextBlockTimestamp: seconds(0),
  setFinality: finalityRule,
  lag: lagOptions,
  setFaults: faultRules,
  clearFaults: onlyTrue,
}

const names = Object.keys(actions) as StepName[]

/** @param keys of the endpoints, the first of which is the default */
export function readStep(keys: readonly [string, ...string[]]): Reader<PlayableStep> {
  const key = oneOf(...keys)
  return (value, path) => {
    requireObject(value, path, ' such as { mine: 1 }')
    const { endpoint = keys[0], ...rest } = value
    const [name, ...others] = Object.keys(rest)
    if (name === undefined || others.length > 0) {
      const problem = `want one of ${names.join(', ')}, and endpoint beside it; have ${Object.keys(value).join(', ') || 'nothing'}`
      throw new FaultError(path, problem)
    }
    if (!Object.hasOwn(actions, name)) {
      const problem = `there is no such step; those known are: ${names.join(', ')}`
      throw new FaultError(`${path}.${name}`, problem)
    }
    const read = actions[name as StepName] as Reader<unknown>
    const what = read(rest[name], `${path}.${name}`)
    return { name, what, endpoint: key(endpoint, `${path}.endpoint`) } as PlayableStep
  }
}
