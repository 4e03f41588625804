/** Maps Windows time zone names, which some ticketing systems use, to IANA names. */

const ianaNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'New Zealand': 'Pacific/Auckland',
    'AUS Eastern': 'Australia/Sydney',
    'E. Australia': 'Australia/Brisbane',
    'Cen. Australia': 'Australia/Adelaide',
    'AUS Central': 'Australia/Darwin',
    'W. Australia': 'Australia/Perth',
    Tasmania: 'Australia/Hobart',
    GMT: 'Europe/London',
    Greenwich: 'Africa/Abidjan',
    Romance: 'Europe/Paris',
    'W. Europe': 'Europe/Berlin',
    'Central Europe': 'Europe/Budapest',
    'Central European': 'Europe/Warsaw',
    Eastern: 'America/New_York',
    Central: 'America/Chicago',
    Mountain: 'America/Denver',
    'US Mountain': 'America/Phoenix',
    Pacific: 'America/Los_Angeles',
    Alaskan: 'America/Anchorage',
    Hawaiian: 'Pacific/Honolulu',
    Atlantic: 'America/Halifax',
    Newfoundland: 'America/St_Johns',
    Israel: 'Asia/Jerusalem',
    India: 'Asia/Kolkata',
    'SA Pacific': 'America/Bogota',
  }),
)

/** `GMT Standard Time` is Europe/London, including summer time. */
export function ianaZoneOf(windowsName: string): string | undefined {
  return ianaNames.get(windowsName.trim().replace(/ Standard Time$/, ''))
}
