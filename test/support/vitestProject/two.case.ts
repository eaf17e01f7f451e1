// The same once more, for another worker.
import './one.case.ts'
