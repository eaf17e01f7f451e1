// The same tests for another worker.
import './one.case.ts'
