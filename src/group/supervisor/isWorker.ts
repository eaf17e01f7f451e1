/** By this variable, a process knows that it is a worker. */
export const WORKER_VARIABLE = 'OMMER_WORKER_PROCESS'

/** Whether this process is a worker that a supervisor has started. */
export const isWorker = process.env[WORKER_VARIABLE] !== undefined && process.send !== undefined
