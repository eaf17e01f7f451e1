import { WORKER_VARIABLE } from '../../primitives/ownVariables.ts'

/** Whether this process is a worker that a supervisor has started. */
export const isWorker = process.env[WORKER_VARIABLE] !== undefined && process.send !== undefined
