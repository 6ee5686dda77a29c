// Scanner and camera: the scan box keeps the focus, and a phone's camera types into it where the browser can read codes.
const form = document.querySelector("form.scan");
const box = form?.querySelector("input[type=text]");

// A scanner types wherever the focus is: letters that belong to no field go to the scan box.
document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest("input, select, textarea, button, a, summary, dialog");
  if (box && !elsewhere && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) box.focus();
});

const button = form?.querySelector("[data-camera]");
const formats = ["code_128", "ean_13", "ean_8", "qr_code", "upc_a"];
if (button && "BarcodeDetector" in window && navigator.mediaDevices) {
  button.hidden = false;
  button.addEventListener("click", () => (form.querySelector("video") ? close() : watch()));
}

function close() {
  const video = form.querySelector("video");
  for (const track of video?.srcObject?.getTracks() ?? []) track.stop();
  video?.remove();
}

async function watch() {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    button.disabled = true;
    return;
  }
  const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
  form.append(video);
  await video.play();
  const detector = new BarcodeDetector({ formats });
  while (video.isConnected) {
    const [found] = await detector.detect(video).catch(() => []);
    if (found) {
      box.value = found.rawValue;
      close();
      form.requestSubmit();
      return;
    }
    await new Promise((done) => setTimeout(done, 150));
  }
}
