import { ClientActivity } from '../activity/clientActivity.ts'
import type { CallDetails } from '../activity/timeline.ts'
import type { WorkKind } from '../activity/workInProgress.ts'

/** Where the calls of an endpoint of another process are counted. */
export interface CallReports {
  add(method: string, params: unknown, outcome: string, details: CallDetails | undefined): void
  /** @param by 1 for a request that is not answered at once, -1 when it is */
  changeInFlight(by: 1 | -1): void
}

/** What clients do at an endpoint of another process. */
export class ReportedActivity extends ClientActivity {
  readonly #reports: CallReports

  constructor(reports: CallReports) {
    super()
    this.#reports = reports
  }

  override addCall(method: string, params: unknown, outcome: string, details?: CallDetails): void {
    this.use()
    this.#reports.add(method, params, outcome, details)
  }

  override begin(kind: WorkKind): void {
    if (kind === 'requests') this.#reports.changeInFlight(1)
  }

  override end(kind: WorkKind): void {
    if (kind === 'requests') this.#reports.changeInFlight(-1)
  }
}
