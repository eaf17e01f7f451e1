/** When some forks activate, as geth's genesis says it: by number, from Shanghai on in seconds since 1970. */
export interface GethRules {
  readonly homesteadBlock?: number
  readonly byzantiumBlock?: number
  readonly constantinopleBlock?: number
  readonly istanbulBlock?: number
  readonly shanghaiTime?: number
}
