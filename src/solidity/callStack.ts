import type { Hex } from '../primitives/hex.ts'
import type { ArtifactIndex } from './artifactIndex.ts'
import type { DebugInfo } from './debugInfo.ts'
import { SourceMap, type SourcePlace } from './sourceMap.ts'

const JUMP = 0x56
const JUMPDEST = 0x5b

/** How many lines a stack has. */
const LINES_MAX = 64

/** Code that has failed, or has called what failed. */
export interface FailedFrame {
  /** 20 bytes: of the contract, or of the one that was to be created */
  readonly address: Hex
  readonly code: Uint8Array
  readonly isCreation: boolean
  /** where it has stopped */
  readonly pc: number
  /** the items of its stack that can be program counters, the top first */
  readonly returns: readonly number[]
}

/** A line of a call stack. */
export interface StackLine {
  /** the contract's name; its address if no artifact describes it; undefined for a free function */
  readonly contract: string | undefined
  /** undefined where the code is in no function */
  readonly function: string | undefined
  /** of the source; undefined if that is not known */
  readonly path: string | undefined
  /** from 1 */
  readonly line: number | undefined
}

/**
 * The lines of sources that have led to a failure, the innermost first. The return addresses of internal functions are on
 * the stack of the EVM, and the source map says which of its items they are.
 *
 * @param frames the outermost first
 * @returns nothing if no artifact describes any of them
 */
export async function callStack(
  frames: readonly FailedFrame[],
  artifacts: ArtifactIndex,
): Promise<readonly StackLine[]> {
  const lines: StackLine[] = []
  let isKnown = false
  for (const frame of frames.toReversed()) {
    const artifact = frame.isCreation
      ? artifacts.ofCreation(frame.code)
      : artifacts.ofRuntime(frame.code)
    isKnown ||= artifact !== undefined
    const debug = await artifact?.debug()
    const found = debug === undefined ? [] : linesOf(frame, debug)
    lines.push(...(found.length > 0 ? found : [bare(artifact?.name ?? frame.address)]))
    if (lines.length >= LINES_MAX) break
  }
  return isKnown ? lines.slice(0, LINES_MAX) : []
}

/** `Counter.add (contracts/Counter.sol:12)`, as Hardhat writes it. */
export function stackText({ contract, function: name, path, line }: StackLine): string {
  const called = [contract, name].filter((each) => each !== undefined).join('.')
  return path === undefined ? called : `${called} (${path}:${line})`
}

function bare(contract: string): StackLine {
  return { contract, function: undefined, path: undefined, line: undefined }
}

function linesOf(
  { code, isCreation, pc, returns }: FailedFrame,
  debug: DebugInfo,
): readonly StackLine[] {
  const text = isCreation ? debug.creationMap : debug.runtimeMap
  if (text === undefined) return []
  const map = new SourceMap(text, code)
  const calls = returns.filter(
    (to) => code[to] === JUMPDEST && code[to - 1] === JUMP && map.before(to)?.jump === 'i',
  )
  const lines: StackLine[] = []
  let before: number | undefined
  for (const to of [undefined, ...calls]) {
    const line = lineAt(to === undefined ? map.at(pc) : map.before(to), debug, lines.length === 0)
    const last = lines.at(-1)
    // The compiler has functions of its own, which are called where the source calls none. A recursion is no such call.
    const isRepeated = to !== before && line?.line === last?.line && line?.path === last?.path
    before = to
    if (line !== undefined && !(isRepeated && line.function === last?.function)) lines.push(line)
  }
  return lines
}

/** @param isFirst whether it is where the code has stopped */
function lineAt(
  place: SourcePlace | undefined,
  { sources }: DebugInfo,
  isFirst: boolean,
): StackLine | undefined {
  const source = place && sources.get(place.file)
  if (place === undefined || source?.text === undefined) return undefined
  const { contract, function: name, isFunction } = source.text.enclosing(place.start)
  // The dispatcher of a contract is in no function, and jumps to whole functions.
  if (!isFirst && (name === undefined || isFunction)) return undefined
  return { contract, function: name, path: source.path, line: source.text.lineAt(place.start) }
}
