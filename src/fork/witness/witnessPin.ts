import { type ForkPin, type NetworkRules, networkRulesInput } from '../../chain/forkPin.ts'
import { messageOf } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'
import { readInput } from '../../primitives/input.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import type { ForkBlock } from '../forkBlock.ts'
import { ForkError } from '../forkError.ts'
import type { Witness } from './witness.ts'
import type { WitnessLines } from './witnessLines.ts'

export function pinLine({ number, hash, isProven, rules, warning, areGiven }: ForkPin): string {
  const mode = isProven ? 'proven' : 'values'
  return `pin ${number} ${hash} ${mode} ${JSON.stringify({ rules, warning, areGiven })}`
}

/** @returns sorted by number */
export function pinsIn(lines: WitnessLines, path: string): readonly ForkPin[] {
  const pins = [...lines.of('pin')].map((words) => pinOf(words, path))
  return pins.toSorted((one, other) => one.number - other.number)
}

/**
 * Reads a line.
 *
 * @param words after its kind
 * @param where the line is, for errors
 * @throws {WitnessError} if its JSON is not what `pinLine` writes
 */
export function pinOf([number, hash, mode, ...json]: readonly string[], where: string): ForkPin {
  const fail = (problem: string, cause?: unknown) =>
    new WitnessError(where, `pin ${number}: ${problem}`, { cause })
  let value: unknown
  try {
    value = JSON.parse(json.join(' '))
  } catch (cause) {
    throw fail(messageOf(cause), cause)
  }
  readInput(networkRulesInput, value, '', (path, problem) => {
    return fail(path === '' ? problem : `${path}: ${problem}`)
  })
  const { rules, warning, areGiven } = value as NetworkRules
  const isProven = mode === 'proven'
  return { number: Number(number), hash: hash as Hex, isProven, rules, warning, areGiven }
}

/**
 * The pin that an option names, or the only one.
 *
 * @param chainId of the network; undefined if it is not known. Without a pin of it, one of another network is found
 * @returns undefined if there is no such pin, but a node may have the block
 * @throws {ForkError} if there is none offline, or the option must choose
 */
export function choosePin(
  { pins, path, isWritten }: Pick<Witness, 'pins' | 'path' | 'isWritten'>,
  wanted: ForkBlock | undefined,
  chainId: number | undefined,
): ForkPin | undefined {
  const found = pins.filter(({ number, hash }) => {
    return wanted === undefined || wanted === number || wanted === hash
  })
  const ofNetwork = found.filter(({ rules }) => rules.chainId === chainId)
  const named = ofNetwork.length > 0 ? ofNetwork : found
  if (named.length === 1) return named[0]
  const has = pins.map(({ number, hash }) => `${number} (${hash})`).join(', ')
  if (named.length > 1) {
    throw new ForkError(`${path} has several pinned blocks, choose one: ${has}`, 'block')
  }
  if (isWritten) return undefined
  const problem =
    pins.length === 0
      ? `${path} has no pinned block: fork a network with it first, without offline`
      : `${path} has no pinned block ${wanted}, but ${has}`
  throw new ForkError(problem, pins.length === 0 ? 'witness' : 'block')
}
