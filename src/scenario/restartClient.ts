import { described, oneOf } from '../primitives/input.ts'

/** How a client is ended before it is started again: at once, or so that it can finish what it does. */
export type ClientRestart = 'kill' | 'stop'

export const clientRestart = described(
  oneOf('kill', 'stop'),
  'Restarts the client under test. Only ommer hunt does; elsewhere the step does nothing.',
)
