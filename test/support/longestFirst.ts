import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest test files, slowest first. Started last, one of them would leave the other workers idle; without timings
 * of an earlier run, vitest starts with the largest files.
 */
const longest = [
  'server/faults.test.ts',
  'cli/output.test.ts',
  'cli/cache.test.ts',
  'cli.test.ts',
  'docs.test.ts',
  'vitest.test.ts',
  'rpc/openrpc/results.test.ts',
  'chain/generate/traffic/kinds.test.ts',
  'chain/verify/corruptions.test.ts',
  'examples/indexer/indexer.test.ts',
  'chain/stockValidation.test.ts',
  'golden.test.ts',
  'chain/determinism.test.ts',
  'package.test.ts',
  'server/fuzz.test.ts',
  'chain/verify/verify.test.ts',
  'chain/branches.test.ts',
  'cli/operating.test.ts',
  'server/sigterm.test.ts',
  'formats/cache/restored.test.ts',
]

/**
 * Keeps the workers busy to the end by starting with the slowest files. With `--sequence.shuffle` the order is random.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    if (shuffle) return sortBy(files, ({ moduleId }) => sha256(`${seed} ${moduleId}`))
    const rank = ({ moduleId }: TestSpecification) =>
      longest.findIndex((name) => moduleId.endsWith(`/test/${name}`))
    const others = await super.sort(files.filter((file) => rank(file) === -1))
    return [
      ...sortBy(
        files.filter((file) => rank(file) !== -1),
        rank,
      ),
      ...others,
    ]
  }
}

function sortBy<T>(values: readonly T[], keyOf: (value: T) => string | number): T[] {
  return values.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
