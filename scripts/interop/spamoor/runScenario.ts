import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** In milliseconds: an idle machine takes half a minute. */
const TIME_MAX = 300_000

/** How much of what spamoor prints is kept, in characters. */
const PRINTED_MAX = 2000

/** What a scenario sends, and to whom. */
interface ScenarioRun {
  readonly url: string
  /** of an account with ether, without 0x */
  readonly privateKey: string
  readonly seed: string
  /** how many transactions it sends */
  readonly count: number
  /** further options */
  readonly options: readonly string[]
}

/**
 * Runs a scenario of spamoor until it has sent its transactions.
 *
 * @throws if it fails, with the end of what it has printed, or takes too long
 */
export async function runScenario(
  program: string,
  name: string,
  { url, privateKey, seed, count, options }: ScenarioRun,
): Promise<void> {
  const args = [name, '-h', url, '-p', privateKey, '-s', seed, '--count', String(count)]
  const rates = ['--throughput', '20', '--max-wallets', '8', '--slot-duration', '1s']
  const child = spawn(program, [...args, ...rates, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_MAX,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-PRINTED_MAX)
    })
  }
  const [code, signal] = await once(child, 'close')
  if (signal !== null) throw new Error(`it takes more than ${TIME_MAX / 1000} s: ${printed}`)
  if (code !== 0) throw new Error(`it exits with ${code}: ${printed}`)
}
