/** The names of all environment variables of ommer begin with this. Nearly all of them set options. */
export const PREFIX = 'OMMER_'

/** What a hunt tells its commands. */
export const HUNT_PREFIX = 'OMMER_HUNT_'

/** What set-ups tell test processes, and the settings of ommer's own tests and scripts. */
const TEST_PREFIX = 'OMMER_TEST_'

/** The address of the server that a set-up has started. */
export const TEST_SERVER_VARIABLE = `${TEST_PREFIX}SERVER`

/** By this variable, a process knows that it is a worker. */
export const WORKER_VARIABLE = 'OMMER_WORKER_PROCESS'

/** Whether the stacks of errors are printed, too. */
export const DEBUG_VARIABLE = 'OMMER_DEBUG'

/** Whether a variable is one that sets no option: programs that ommer or a test starts may start ommer, too. */
export function isNoOption(name: string): boolean {
  if (name === WORKER_VARIABLE || name === DEBUG_VARIABLE) return true
  return name.startsWith(HUNT_PREFIX) || name.startsWith(TEST_PREFIX)
}
