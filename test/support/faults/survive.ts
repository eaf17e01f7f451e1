import type { ChainServer } from './chainServer.ts'
import type { Situation } from './situation.ts'
import type { Testimony, Witness } from './witness.ts'

/** The fewest answers for a meaningful statistic. */
const ANSWERS_MIN = 20

/**
 * Repeats a situation until the time is over, beside a well-behaved client.
 *
 * @returns the observations of that client
 */
export async function survive(
  { bringAbout }: Situation,
  server: ChainServer,
  witness: Witness,
  seconds = 0,
): Promise<Testimony> {
  await witness.start(server)
  try {
    const end = performance.now() + seconds * 1000
    do await bringAbout(server, witness)
    while (performance.now() < end)
    await witness.moreAnswers(ANSWERS_MIN)
  } catch (error) {
    await witness.stop()
    throw error
  }
  return witness.stop()
}
