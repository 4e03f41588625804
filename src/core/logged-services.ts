/** The services that have a change log. */
export const loggedServices = ['cinema', 'jobs', 'notices', 'trust'] as const
export type LoggedService = (typeof loggedServices)[number]
