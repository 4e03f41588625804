/** Recognises private hires and placeholders, which upstreams list but which must not be published. */

const privateTitles =
  /^\W*(?:(?:theatre|theater|cinema|screen|auditorium) (?:let|hire|rental)|private (?:hire|event|screening|rental|party|function)|venue hire|room hire|corporate hire|test (?:film|session|screening)|do not book)\b/i

export function isPrivateHire(title: string): boolean {
  return privateTitles.test(title)
}
