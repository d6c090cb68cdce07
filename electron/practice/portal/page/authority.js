// Signing by the practice certificate authority.

const form = byId('sign', HTMLFormElement)
const signMessage = byId('sign-message', HTMLElement)
const result = byId('result', HTMLElement)
const signed = byId('signed', HTMLTextAreaElement)
const request = byId('request', HTMLTextAreaElement)
const requestFile = byId('request-file', HTMLInputElement)
const days = byId('days', HTMLInputElement)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(signMessage, async () => {
    result.hidden = true
    const { certificate, chain } = await call('authority/sign', { request: request.value, days: Number(days.value) })
    signed.value = certificate + chain.join('')
    result.hidden = false
    showMessage(signMessage, 'Signed. Copy the certificate below.')
  })
})
requestFile.addEventListener('change', () => void fillIn(request, requestFile))
byId('save', HTMLElement).addEventListener('click', () => save('practice-certificate.pem', signed.value))
byId('authority', HTMLElement).addEventListener('click', (event) => {
  event.preventDefault()
  void attempt(signMessage, async () => {
    const { certificate } = await call('authority')
    save('practice-authority.pem', certificate)
  })
})
