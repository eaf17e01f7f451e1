import type { Hex } from '../primitives/hex.ts'
import type { Artifact } from './artifact.ts'
import type { ArtifactIndex } from './artifactIndex.ts'
import type { DebugInfo } from './debugInfo.ts'
import { SourceMap, type SourcePlace } from './sourceMap.ts'
import type { StackLine } from './stackLine.ts'

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
  /** where its instructions come from; undefined if that is not known */
  readonly map: SourceMap | undefined
  readonly sources: DebugInfo['sources']
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
    const given = await describe(frame, artifacts)
    // What it has called may have failed without any consequence.
    const isLast = frame.call !== undefined && !hasFailedWithCall(given)
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

async function describe(frame: FailedFrame, artifacts: ArtifactIndex): Promise<DescribedFrame> {
  const { code, isCreation } = frame
  const artifact = isCreation ? artifacts.ofCreation(code) : artifacts.ofRuntime(code)
  const { creationMap, runtimeMap, sources = new Map() } = (await artifact?.debug()) ?? {}
  const text = isCreation ? creationMap : runtimeMap
  const map = text === undefined ? undefined : new SourceMap(text, code)
  return { ...frame, artifact, map, sources }
}

/** Whether a frame has failed because what it has called has: the compiler reverts in the name of the call. */
function hasFailedWithCall({ isPassedOn, map, call, end }: DescribedFrame): boolean {
  if (isPassedOn || map === undefined || call === undefined) return true
  const [called, ended] = [map.at(call.pc), map.at(end.pc)]
  return called?.start === ended?.start && called?.file === ended?.file
}

function bare(contract: string): StackLine {
  return { contract, function: null, path: null, line: null }
}

function linesOf({ code, map, sources, end, call = end }: DescribedFrame): readonly StackLine[] {
  if (map === undefined) return []
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
    const source = place && sources.get(place.file)
    if (place === undefined || source?.text === undefined) continue
    // The compiler has functions of its own, which are called where the source calls none. A recursion is no such call.
    const isRepeated = to !== before && place.start === last?.start && place.file === last.file
    before = to
    const { contract, function: name, isStart, isModifier } = source.text.enclosing(place.start)
    // The dispatcher of a contract is in no function, and jumps to whole functions. Modifiers are in them.
    const isDispatcher = name === null || (isStart && !isInModifier)
    if (isRepeated || (lines.length > 0 && isDispatcher)) continue
    last = place
    isInModifier = isModifier
    const { path, text } = source
    lines.push({ contract, function: name, path, line: text.lineAt(place.start) })
  }
  return lines
}
