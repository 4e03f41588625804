/** Where people sign in. */

export const accountPath = '/account'
