import type { Route } from '../routes.ts'

export interface ViewProperties {
  readonly route: Route
}
