import { homedir } from 'node:os'
import { join } from 'node:path'

/** Keeps what is installed and compiled for the next run. */
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'ommer-interop',
)
