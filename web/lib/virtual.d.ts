declare module 'virtual:endpoints' {
  import type { EndpointFacts, EndpointKey } from './api/contract.ts';

  export const ENDPOINTS: Readonly<Record<EndpointKey, EndpointFacts>>;
}
