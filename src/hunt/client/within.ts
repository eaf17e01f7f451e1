import { HuntError } from '../huntError.ts'

/** In milliseconds: a little longer than commands have, which say more. */
const CLIENT_MS = 65_000

/**
 * What a function of the user returns, if it does in time.
 *
 * @param name of the function
 * @throws {HuntError} CLIENT_FAILED
 */
export async function within<Result>(name: string, result: Result): Promise<Awaited<Result>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const problem = `${name}: it did not return within ${CLIENT_MS / 1000} s`
      reject(new HuntError('CLIENT_FAILED', problem))
    }, CLIENT_MS)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
