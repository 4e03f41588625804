/** An API key of a new reader, from the mailbox of the sandbox. */

export async function createKey(origin: string, email: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${origin}/cinema/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { data: { key?: { secret: string } } }
  }
  await post('otp', { email })
  const mailbox = await fetch(`${origin}/sandbox/mailbox`)
  const { data } = (await mailbox.json()) as { data: { to: string; code: string }[] }
  const { data: verified } = await post('verify', { email, code: data.find(({ to }) => to === email)?.code })
  if (verified.key === undefined) throw new Error('the sign-in made no key')
  return verified.key.secret
}
