// swift-tools-version: 6.2
// A flash sale with Live Activities: how a package of its own uses the library.
import PackageDescription

let package = Package(
  name: "FlashSale",
  // Elsewhere: .package(url: …, from: …)
  dependencies: [.package(name: "tomato-notify", path: "../..")],
  targets: [
    .executableTarget(name: "FlashSale", dependencies: [.product(name: "LiveActivity", package: "tomato-notify")])
  ],
  swiftLanguageModes: [.v6])
