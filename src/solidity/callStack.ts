import type { Hex } from '../primitives/hex.ts'
import type { Artifact } from './artifact.ts'
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
  /** where its code has ended */
  readonly end: CodePlace
  /** where it has called the next of the frames, if that has perhaps made it fail */
  readonly call?: CodePlace | undefined
  /** whether that is certain */
  readonly isPassedOn: boolean
}

/** A place in code, and the stack that was there. */
interface CodePlace {
  readonly pc: number
  /** the items of the stack that can be program counters, the top first */
  readonly returns: readonly number[]
}

/** A frame, and what its compiler says of it. */
interface DescribedFrame extends FailedFrame {
  readonly artifact: Artifact | undefined
  readonly debug: DebugInfo | undefined
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
  const described: DescribedFrame[] = []
  for (const frame of frames) {
    const { code, isCreation } = frame
    const artifact = isCreation ? artifacts.ofCreation(code) : artifacts.ofRuntime(code)
    const given = { ...frame, artifact, debug: await artifact?.debug() }
    // What it has called may have failed without any consequence.
    const isLast = frame.call !== undefined && !isPassedOn(given)
    described.push(isLast ? { ...given, call: undefined } : given)
    if (isLast) break
  }
  if (described.every(({ artifact }) => artifact === undefined)) return []
  const lines = described.reverse().flatMap((frame) => {
    const found = linesOf(frame)
    return found.length > 0 ? found : [bare(frame.artifact?.name ?? frame.address)]
  })
  return lines.slice(0, LINES_MAX)
}

/** Whether a frame has failed because what it has called has: the compiler reverts in the name of the call. */
function isPassedOn(frame: DescribedFrame): boolean {
  const map = mapOf(frame)
  const { isPassedOn, call, end } = frame
  if (isPassedOn || map === undefined || call === undefined) return true
  const [called, ended] = [map.at(call.pc), map.at(end.pc)]
  return called?.start === ended?.start && called?.file === ended?.file
}

function mapOf({ code, isCreation, debug }: DescribedFrame): SourceMap | undefined {
  const text = isCreation ? debug?.creationMap : debug?.runtimeMap
  return text === undefined ? undefined : new SourceMap(text, code)
}

/** `Counter.add (contracts/Counter.sol:12)`, as Hardhat writes it. */
export function stackText({ contract, function: name, path, line }: StackLine): string {
  const called = [contract, name].filter((each) => each !== undefined).join('.')
  return path === undefined ? called : `${called} (${path}:${line})`
}

function bare(contract: string): StackLine {
  return { contract, function: undefined, path: undefined, line: undefined }
}

function linesOf(frame: DescribedFrame): readonly StackLine[] {
  const map = mapOf(frame)
  const { code, debug, end, call = end } = frame
  if (map === undefined || debug === undefined) return []
  const { pc, returns } = call
  const calls = returns.filter(
    (to) => code[to] === JUMPDEST && code[to - 1] === JUMP && map.before(to)?.jump === 'i',
  )
  const lines: StackLine[] = []
  let last: SourcePlace | undefined
  let before: number | undefined
  let isInModifier = false
  for (const to of [undefined, ...calls]) {
    const place = to === undefined ? map.at(pc) : map.before(to)
    const source = place && debug.sources.get(place.file)
    if (place === undefined || source?.text === undefined) continue
    // The compiler has functions of its own, which are called where the source calls none. A recursion is no such call.
    const isRepeated = to !== before && place.start === last?.start && place.file === last.file
    before = to
    const { contract, function: name, isFunction, isModifier } = source.text.enclosing(place.start)
    // The dispatcher of a contract is in no function, and jumps to whole functions. Modifiers are in them.
    const isDispatcher = name === undefined || (isFunction && !isInModifier)
    if (isRepeated || (lines.length > 0 && isDispatcher)) continue
    last = place
    isInModifier = isModifier
    const { path, text } = source
    lines.push({ contract, function: name, path, line: text.lineAt(place.start) })
  }
  return lines
}
