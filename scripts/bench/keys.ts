import { Child } from './child.ts'
import { type Run, rate } from './generation.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'

/** With these variables the package `secp256k1` finds no native code, as on Linux with an ARM processor. */
const WITHOUT_NATIVE_CODE = { PREBUILDS_ONLY: '1', npm_config_arch: 'none' }

/** How many signatures a run makes or recovers: some tenths of a second. */
const SIGNATURES = 3000

/** Of 17,000 native signatures per second, 6,000. */
const TARGET = 0.35

/**
 * Measures signatures per second where no native code exists, beside native code.
 *
 * @param pairs runs of each
 */
export async function measureKeys(pairs: number): Promise<Row[]> {
  const ours = new Child('keys.ts', { environment: WITHOUT_NATIVE_CODE })
  const native = new Child('keys.ts')
  const rows: Row[] = []
  for (const task of ['sign', 'recover']) {
    const run = (child: Child) => (): Promise<Run> => child.do(task, SIGNATURES)
    await Promise.all([run(ours)(), run(native)()])
    const runs = await measurePairs(pairs, run(ours), run(native))
    const name = `${task} without native code`
    rows.push(row(name, 'signatures/s', 'native code', compare(runs, rate), TARGET))
  }
  await Promise.all([ours.stop(), native.stop()])
  return rows
}
