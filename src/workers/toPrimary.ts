import type { Channel } from './channel.ts'
import type {
  PrimaryMessage,
  PrimaryQuestion,
  WorkerMessage,
  WorkerQuestion,
} from './workerMessages.ts'

/** The channel from a worker to the primary process. */
export type ToPrimary = Channel<WorkerQuestion, WorkerMessage, PrimaryQuestion, PrimaryMessage>
