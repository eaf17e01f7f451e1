import { serveJobs } from '../../../src/threads/calls/serveJobs.ts'
import { callJobs } from '../callJobs.ts'

// The program of a worker thread that runs the jobs of tests.
serveJobs(callJobs)
