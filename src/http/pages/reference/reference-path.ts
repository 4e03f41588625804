/** Where the API reference of a service is: the page at `/docs` has all services and opens the one in the query. */

export function referencePath(serviceId: string): string {
  return `/docs/?api=${serviceId}`
}
