import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Row, row } from './report.ts'

const script = fileURLToPath(new URL('../scale/main.ts', import.meta.url))

/** How much longer a block may take at the end than at the beginning. */
const TIME_TARGET = 1.15

/** Resident bytes for each transaction. */
const MEMORY_GOAL = 700

/** What `npm run scale` prints, as far as it is used here. */
interface Scale {
  readonly millisecondsPerBlock: Times
  readonly processorMillisecondsPerBlock: Times
  readonly bytesPerTransaction: { readonly resident: number }
}

interface Times {
  readonly at1000: number
  readonly atEnd: number
  readonly ratio: number
}

/**
 * Measures time and memory of a long chain with `npm run scale`, once: its figures are averages of a thousand blocks.
 *
 * @param blocks at least 3,000
 */
export async function measureLongChain(blocks: number): Promise<Row[]> {
  const options = ['--expose-gc', '--import', 'tsx', script, '--blocks', String(blocks)]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  const { millisecondsPerBlock, processorMillisecondsPerBlock, bytesPerTransaction } = JSON.parse(
    stdout,
  ) as Scale
  const count = blocks.toLocaleString('en')
  const time = (name: string, { at1000, atEnd, ratio }: Times) =>
    row(
      name,
      'ms',
      'at 1,000 blocks',
      { value: atEnd, baseline: at1000, ratio, samples: 1 },
      TIME_TARGET,
    )
  const { resident } = bytesPerTransaction
  const memory = {
    value: resident,
    baseline: MEMORY_GOAL,
    ratio: resident / MEMORY_GOAL,
    samples: 1,
  }
  return [
    time(`a block at ${count} blocks`, millisecondsPerBlock),
    time(`a block at ${count} blocks, processor time`, processorMillisecondsPerBlock),
    row(`memory of a transaction, of ${count} blocks`, 'bytes', 'the goal', memory, 1),
  ]
}
