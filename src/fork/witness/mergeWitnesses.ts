import { keccakReady } from '../../primitives/keccak.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import { WitnessFolder } from './witnessFolder.ts'

/**
 * Unites witnesses, such as those that parts of a test suite have written.
 *
 * @param into the folder that has all of them then
 * @returns how many items it has, and how many nodes of tries
 * @throws {WitnessError} if there is no witness in a folder, or two contradict each other
 */
export async function mergeWitnesses(
  paths: readonly string[],
  into: string,
): Promise<{ readonly items: number; readonly nodes: number }> {
  await keccakReady
  const target = new WitnessFolder(into)
  const additions = paths.map((path) => {
    const content = new WitnessFolder(path).readAll()
    if (content === undefined) throw new WitnessError(path, 'there is no witness')
    return content
  })
  for (const addition of additions) target.add(addition)
  const { lines, segments = [] } = target.read() ?? {}
  return { items: lines?.size ?? 0, nodes: segments.reduce((sum, { count }) => sum + count, 0) }
}
