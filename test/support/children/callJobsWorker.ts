import { serveJobs } from '../../../src/callThreads/serveJobs.ts'
import { callJobs } from '../callJobs.ts'

// The program of a worker thread that runs the jobs of tests.
serveJobs(callJobs)
