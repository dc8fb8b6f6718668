/** Whether the form a page was sent is one: Next answers parts without their boundary with its bare 500. */
export async function isReadableForm(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? '';
  if (request.method !== 'POST' || !/^multipart\/form-data\b/i.test(type)) return true;
  return request.formData().then(
    () => true,
    () => false,
  );
}
