import { jobs } from './jobs.ts'
import { serveJobs } from './serveJobs.ts'

// The program of a worker thread.
serveJobs(jobs)
