import type { ChainServer } from './chainServer.ts'
import type { Situation } from './situation.ts'
import type { Testimony, Witness } from './witness.ts'

/** How many answers there must be at the least to say anything of them. */
const ANSWERS_MIN = 20

/**
 * Brings a situation about, once and again until the time is over, beside a well-behaved client.
 *
 * @returns what that client has seen
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
